const SIGNIFICANT_DIGITS = 15

/**
 * Rounds a number as spreadsheets do before comparing, so 0.1 + 0.2 is 0.3. Whole numbers up to 2^53 are exact, because all
 * their digits count.
 */
export function roundNumber(number: number): number {
  return Number.isSafeInteger(number) ? number + 0 : Number(number.toPrecision(SIGNIFICANT_DIGITS))
}
