/** Requests that are made again when there is hope. */
import { WaymarkError, cancelled, messageOf } from "../errors.js";

/** How long a request is tried. */
export interface Patience {
  /** How often it is made, 5 by default. */
  readonly attempts?: number;
  /** Milliseconds before it is made again, twice as many each time; 500 by default. A server that says when is heeded. */
  readonly delay?: number;
  /** Milliseconds that an answer may take, 120,000 by default; then it is asked for again. */
  readonly timeout?: number;
}

/** The longest that is waited, in milliseconds. */
const LONGEST = 60_000;
/** Characters of an answer that are shown in an error. */
const SHOWN = 200;

/** What `url` answers to `body`, both JSON. */
export async function post(url: string, headers: Readonly<Record<string, string>>, body: object, { attempts = 5, delay = 500, timeout = 120_000 }: Patience, signal?: AbortSignal): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { answer, failure, after } = await once(url, headers, body, timeout, signal);
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

async function once(url: string, headers: Readonly<Record<string, string>>, body: object, timeout: number, signal: AbortSignal | undefined): Promise<Outcome> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const sent = { "content-type": "application/json", ...headers };
    const response = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body), signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (response.ok) return { answer: (await response.json()) as unknown };
    const failure = `${new URL(url).host} answered ${response.status}: ${hidden(await response.text(), headers).slice(0, SHOWN)}`;
    const hopeful = response.status === 408 || response.status === 429 || response.status >= 500;
    return { failure, ...(hopeful ? { after: wait(response.headers.get("retry-after")) } : {}) };
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal, "question to the model");
    const failure = limit.aborted ? `did not answer within ${timeout} ms` : `could not be asked: ${messageOf(error)}`;
    return { failure: `${new URL(url).host} ${failure}`, after: 0 };
  }
}

/** `text` without what `headers` say: a server may repeat the key that it refuses. */
function hidden(text: string, headers: Readonly<Record<string, string>>): string {
  const secrets = Object.values(headers).flatMap((value) => value.split(" ")).filter(({ length }) => length > 7);
  return secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text);
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
      reject(cancelled(signal, "question to the model"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
