const white = { red: 1, green: 1, blue: 1 }
const black = {}

/** The default cell format of a new spreadsheet. */
export const defaultFormat = {
  backgroundColor: white,
  padding: { top: 2, right: 3, bottom: 2, left: 3 },
  verticalAlignment: 'BOTTOM',
  wrapStrategy: 'OVERFLOW_CELL',
  textFormat: {
    foregroundColor: black,
    fontFamily: 'arial,sans,sans-serif',
    fontSize: 10,
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    foregroundColorStyle: { rgbColor: black },
  },
  backgroundColorStyle: { rgbColor: white },
}

const themeColor = (colorType: string, rgbColor: object): object => ({ colorType, color: { rgbColor } })

/** The theme of a new spreadsheet, in the single precision of Google's replies. */
export const spreadsheetTheme = {
  primaryFontFamily: 'Arial',
  themeColors: [
    themeColor('TEXT', black),
    themeColor('BACKGROUND', white),
    themeColor('ACCENT1', { red: 0.25882354, green: 0.52156866, blue: 0.95686275 }),
    themeColor('ACCENT2', { red: 0.91764706, green: 0.2627451, blue: 0.20784314 }),
    themeColor('ACCENT3', { red: 0.9843137, green: 0.7372549, blue: 0.015686275 }),
    themeColor('ACCENT4', { red: 0.20392157, green: 0.65882355, blue: 0.3254902 }),
    themeColor('ACCENT5', { red: 1, green: 0.42745098, blue: 0.003921569 }),
    themeColor('ACCENT6', { red: 0.27450982, green: 0.7411765, blue: 0.7764706 }),
    themeColor('LINK', { red: 0.06666667, green: 0.33333334, blue: 0.8 }),
  ],
}
