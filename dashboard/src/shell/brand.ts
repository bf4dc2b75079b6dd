/** What the product is called, wherever a page says it. */
export const PRODUCT = 'Notification Router';

/** Its mark, a file of our own: one way in, several ways out. */
export const MARK = '/favicon.svg';
