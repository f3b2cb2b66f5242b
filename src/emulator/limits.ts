/** @see https://support.google.com/drive/answer/37603 */
export const maxCellsPerSpreadsheet = 10_000_000
export const maxColumnsPerSheet = 18_278
export const maxCharactersPerCell = 50_000
export const maxBodyBytes = 10_485_760
