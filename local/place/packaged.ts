import type { Installation } from './place.ts';

/** The package from npm: everything lies in one folder, ready to run. */
export const place: Installation = {
  root: import.meta.dirname,
  app: 'app.mjs',
  instance: 'instance.mjs',
  sources: ['.'],
};
