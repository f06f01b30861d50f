/** Requests that are made again when there is hope. */
import { WaymarkError, cancelled, messageOf } from "../errors.js";

/** How long a request is tried. */
export interface Patience {
  /** How often it is made, 5 by default. */
  readonly attempts?: number;
  /** Milliseconds before it is made again, twice as many each time; 500 by default. A server that says when is heeded. */
  readonly delay?: number;
}

/** The longest that is waited, in milliseconds. */
const LONGEST = 60_000;
/** Characters of an answer that are shown in an error. */
const SHOWN = 200;

/** What `url` answers to `body`, both JSON. */
export async function post(url: string, headers: Readonly<Record<string, string>>, body: object, { attempts = 5, delay = 500 }: Patience, signal?: AbortSignal): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { answer, failure, after } = await once(url, headers, body, signal);
    if (!failure) return answer;
    if (after === undefined || attempt >= attempts) throw new WaymarkError("model-failed", failure);
    await pause(Math.min(LONGEST, Math.max(after, delay * 2 ** (attempt - 1))), signal);
  }
}

/** An answer, or why there is none and after how long another one may be had. */
interface Outcome {
  readonly answer?: unknown;
  readonly failure?: string;
  readonly after?: number;
}

async function once(url: string, headers: Readonly<Record<string, string>>, body: object, signal: AbortSignal | undefined): Promise<Outcome> {
  try {
    const sent = { "content-type": "application/json", ...headers };
    const response = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
    if (response.ok) return { answer: (await response.json()) as unknown };
    const failure = `${new URL(url).host} answered ${response.status}: ${(await response.text()).slice(0, SHOWN)}`;
    const hopeful = response.status === 408 || response.status === 429 || response.status >= 500;
    return { failure, ...(hopeful ? { after: wait(response.headers.get("retry-after")) } : {}) };
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    return { failure: `${new URL(url).host} could not be asked: ${messageOf(error)}`, after: 0 };
  }
}

/** Milliseconds that a server asks to wait. */
function wait(header: string | null): number {
  const seconds = Number(header);
  return header && Number.isFinite(seconds) ? seconds * 1000 : 0;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(cancelled(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
