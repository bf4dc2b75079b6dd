const KEY = 'notification-router.token';

/**
 * Where a pasted management token is kept: in this tab only, over a reload, until sign-out. Nothing else of this page
 * holds a secret in storage.
 */
export const tokenStore = {
  read: (): string | undefined => sessionStorage.getItem(KEY) ?? undefined,
  write: (token: string): void => sessionStorage.setItem(KEY, token),
  clear: (): void => sessionStorage.removeItem(KEY),
};
