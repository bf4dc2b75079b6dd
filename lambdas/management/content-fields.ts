import { z } from '@hono/zod-openapi';
import type { Content } from '../../core/message/content.ts';
import { notificationFormats } from '../../core/message/notification.ts';

/** The content of a message, as the API shows it. */
export const contentFields = {
  title: z.string().optional(),
  message: z.string(),
  priority: z.int().min(1).max(5).optional(),
  tags: z.array(z.string()),
} satisfies Record<keyof Content, z.ZodType>;

export const FormatField = z.enum(notificationFormats);
