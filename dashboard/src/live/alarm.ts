import type { LiveEvent } from './live-event.ts';

/** How this browser calls attention to what comes. */
export interface Alarm {
  readonly sound: boolean;
  readonly desktop: boolean;
  /** The least priority that is worth it. */
  readonly priority: number;
}

const KEY = 'notification-router.live';
const SILENT: Alarm = { sound: false, desktop: false, priority: 4 };

/** However much comes at once: one ring in this time, in milliseconds. */
const PAUSE_MS = 2000;
const TONE = { hertz: 880, seconds: 0.35, volume: 0.15 };

/** What was chosen in this browser before. */
export function readAlarm(): Alarm {
  const text = localStorage.getItem(KEY);
  if (text === null) return SILENT;
  const [sound, desktop, priority] = text.split(' ');
  return { sound: sound === 'true', desktop: desktop === 'true', priority: Number(priority) || SILENT.priority };
}

export function writeAlarm({ sound, desktop, priority }: Alarm): void {
  localStorage.setItem(KEY, [sound, desktop, priority].join(' '));
}

/** Asks the browser whether the page may show notifications. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

/** Makes what rings for the events that are worth it. */
export function createBell(): (alarm: Alarm, event: LiveEvent) => void {
  let context: AudioContext | undefined;
  let last = -Infinity;
  return ({ sound, desktop, priority }, event) => {
    if ((event.priority ?? 0) < priority || performance.now() - last < PAUSE_MS) return;
    last = performance.now();
    if (sound) play((context ??= new AudioContext()));
    if (desktop) show(event);
  };
}

/** One short tone; none before the page was touched, because browsers forbid that. */
function play(context: AudioContext): void {
  const tone = new OscillatorNode(context, { frequency: TONE.hertz });
  const volume = new GainNode(context, { gain: TONE.volume });
  const end = context.currentTime + TONE.seconds;
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(context.destination);
  void context.resume();
  tone.start();
  tone.stop(end);
}

function show({ title, message }: LiveEvent): void {
  try {
    const shown = new Notification(title ?? message, { body: title === undefined ? '' : message, tag: KEY });
    shown.addEventListener('click', () => window.focus());
  } catch {
    // Telephones show notifications from a service worker only: that is what web push channels are for.
  }
}
