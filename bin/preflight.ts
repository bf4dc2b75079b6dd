/** `npm run preflight`: checks whether an account is ready for the router. It changes nothing. */
import { preflight } from './preflight/preflight.ts';

process.exitCode = await preflight(process.argv.slice(2), console);
