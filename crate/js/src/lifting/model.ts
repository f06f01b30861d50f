/** Language models that describe code, behind the two kinds of address that there are. */
import { WaymarkError, invalid, messageOf } from "../errors.js";
import { post, type Patience } from "./post.js";

/** What is asked: what the model is, and what it is to do. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** A language model. Any object with these two fields will do. */
export interface Model {
  /** What tells it from others, in messages. */
  readonly name: string;
  /** The text that it answers; an error with the code `model-failed` if it does not. */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
}

/** Where a model is. */
export interface ModelOptions extends Patience {
  /** Its name there. */
  readonly model: string;
  /** The key, if one is wanted. It is kept in memory alone, and stands in no message. */
  readonly key?: string;
  /** The address up to the version, without a slash at its end. */
  readonly url?: string;
  /** The most tokens of an answer, 4,096 by default. */
  readonly maxTokens?: number;
  /** Headers besides. */
  readonly headers?: Readonly<Record<string, string>>;
}

const LATER_BOUND = "max_completion_tokens";

/** A model at an address that speaks as OpenAI's does: `url` ends in `/v1` there, and in most places. */
export function openAiModel({ url = "https://api.openai.com/v1", key, model, maxTokens = 4096, headers, ...patience }: ModelOptions): Model {
  const sent = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers };
  let bound = "max_tokens";
  const ask = async (messages: readonly object[], signal: AbortSignal | undefined): Promise<OpenAiAnswer> => {
    const limit = bound;
    try {
      return (await post(`${url}/chat/completions`, sent, { model, messages, [limit]: maxTokens }, patience, signal)) as OpenAiAnswer;
    } catch (error) {
      // Models that think before they answer take the bound by another name, and say so.
      if (limit === LATER_BOUND || !messageOf(error).includes(LATER_BOUND)) throw error;
      bound = LATER_BOUND;
      return ask(messages, signal);
    }
  };
  return {
    name: named(model),
    async complete({ system, user }, signal) {
      const answer = await ask([{ role: "system", content: system }, { role: "user", content: user }], signal);
      return textOf(answer.choices?.[0]?.message?.content, model);
    },
  };
}

/** A model at Anthropic's address. */
export function anthropicModel({ url = "https://api.anthropic.com/v1", key, model, maxTokens = 4096, headers, ...patience }: ModelOptions): Model {
  const sent = { "anthropic-version": "2023-06-01", ...(key ? { "x-api-key": key } : {}), ...headers };
  return {
    name: named(model),
    async complete({ system, user }, signal) {
      const messages = [{ role: "user", content: user }];
      const answer = (await post(`${url}/messages`, sent, { model, system, messages, max_tokens: maxTokens }, patience, signal)) as { content?: unknown };
      return textOf(answer.content, model);
    },
  };
}

interface OpenAiAnswer {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
}

function named(model: string): string {
  return typeof model === "string" && model ? model : invalid("say which model is asked");
}

/** The text of an answer, whole or in parts. */
function textOf(content: unknown, model: string): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? (content as { text?: unknown }[]).map(({ text }) => text).filter((text) => typeof text === "string") : [];
  if (parts.length) return parts.join("");
  throw new WaymarkError("model-failed", `${model} answered without a text`);
}
