/** Maximum sizes. @see https://support.google.com/drive/answer/37603 */
export const MAX_CELLS_PER_SPREADSHEET = 10_000_000
export const MAX_COLUMNS_PER_SHEET = 18_278
export const MAX_CHARACTERS_PER_CELL = 50_000
export const MAX_BODY_BYTES = 10_485_760
/** Maximum length of a number format. Google documents none; real formats are much shorter. */
export const MAX_NUMBER_FORMAT_CHARACTERS = 1000
/** Maximum length of a search: the longest URL accepted by the Drive API. */
export const MAX_SEARCH_CHARACTERS = 8192
