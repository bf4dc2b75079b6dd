export const handler = (): Promise<{ statusCode: number }> => Promise.resolve({ statusCode: 503 });
