/** Lets its holder read and write spreadsheets, and nothing else. */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
