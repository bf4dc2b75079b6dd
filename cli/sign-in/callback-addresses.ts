/**
 * The ports of a person's own machine at which `notify login` waits for the issuer's answer. They are fixed because
 * issuers compare the whole address, and several because one may be in use. No system hands them out by itself.
 */
export const COMMAND_PORTS = [28765, 28766, 28767] as const;

/** The path of the answer. */
export const COMMAND_CALLBACK_PATH = '/callback';

/** Where the browser brings the issuer's answer. Cognito takes `http` for this host name only. */
export const commandCallbackUrl = (port: number): string => `http://localhost:${port}${COMMAND_CALLBACK_PATH}`;
