/** A notification as it came over a Live Stream: what a card shows of it, and no more, so that many can be kept. */
export interface LiveEvent {
  /** Of its message. */
  readonly id: string;
  readonly title?: string;
  readonly message: string;
  readonly priority?: number;
  readonly tags: readonly string[];
}

/** What a card has room for, in UTF-16 code units. */
const MAX_TEXT = 2000;
const MAX_TAGS = 20;

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

const PREFIX = 'msg_';
/** The digits of a ULID that are its time. */
const TIME_DIGITS = 10;

/** Reads an event of either format of a stream; what is no JSON object is its text. */
export function parseLiveEvent(ulid: string, data: string): LiveEvent {
  const id = PREFIX + ulid;
  const fields = objectIn(data);
  if (fields === undefined) return { id, message: shortened(data), tags: [] };
  const { title, message, priority, tags } = fields;
  return {
    id,
    ...(typeof title === 'string' && { title: shortened(title) }),
    message: typeof message === 'string' ? shortened(message) : '',
    ...(typeof priority === 'number' && { priority }),
    tags: Array.isArray(tags) ? tags.slice(0, MAX_TAGS).map((tag) => shortened(String(tag))) : [],
  };
}

function objectIn(data: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** When it was sent, epoch milliseconds: the time in its id. */
export function sentAt({ id }: LiveEvent): number {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from(id.slice(PREFIX.length, PREFIX.length + TIME_DIGITS)).reduce(
    (time, digit) => time * 32 + digits.indexOf(digit),
    0,
  );
}

/** What cards are narrowed by. */
export interface LiveFilter {
  /** In the title, the message or a tag; letter case does not matter. */
  readonly text: string;
  /** The least priority; 0: also those without one. */
  readonly priority: number;
}

/** Whether an event passes. */
export function passes({ title = '', message, tags, priority = 0 }: LiveEvent, filter: LiveFilter): boolean {
  if (priority < filter.priority) return false;
  const text = filter.text.trim().toLowerCase();
  return text === '' || [title, message, ...tags].some((part) => part.toLowerCase().includes(text));
}
