/** A text of the router that stands alone here, and goes on after a colon elsewhere. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
