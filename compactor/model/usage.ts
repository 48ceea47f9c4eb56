/** Below this many tokens of a request the estimate is too coarse to tell a cut. */
const surelyMeasurable = 1024;

/**
 * Whether a server seems to have cut the front of a prompt without saying so: it counted less than half of the tokens
 * that were estimated. Ollama does this when a prompt is larger than the window it loaded the model with. Without a
 * count nothing is claimed.
 */
export function wasCut(counted: number | undefined, estimated: number): boolean {
  return counted !== undefined && counted > 0 && estimated >= surelyMeasurable && counted * 2 < estimated;
}
