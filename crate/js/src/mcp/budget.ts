/** Answers as text within the number of tokens that was asked for. */
import type { Operation } from "../operation.js";
import { snakeKeys } from "./names.js";

/** Characters of a token, and tokens of an answer whose parameters name no budget, as in the engine. */
const [TOKEN, DEFAULT_TOKENS] = [4, 2000];

/**
 * The answer of `ask` to `params`. Names with underscores are longer than those that the engine counted: where only
 * that makes an answer too long, a shorter one is asked for.
 */
export async function answerWithin({ parameters }: Operation, params: Record<string, unknown>, ask: (params: Record<string, unknown>) => Promise<unknown>): Promise<string> {
  const answer = await ask(params);
  const text = JSON.stringify(snakeKeys(answer));
  const counted = JSON.stringify(answer).length;
  const { budgetTokens = DEFAULT_TOKENS } = params;
  const most = Number(budgetTokens) * TOKEN;
  const bounded = parameters.some(({ name }) => name === "budgetTokens");
  if (!bounded || text.length <= most || counted > most) return text;
  const tokens = Math.floor((Number(budgetTokens) * counted) / text.length);
  return JSON.stringify(snakeKeys(await ask({ ...params, budgetTokens: tokens })));
}
