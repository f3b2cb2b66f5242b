import { expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

test.each([
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    browser: 'Chrome on Windows',
  },
  {
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    browser: 'Firefox on macOS',
  },
  { userAgent: 'curl/8.5.0', browser: 'curl' },
  { userAgent: '', browser: 'Unknown browser' },
  { userAgent: undefined, browser: 'Unknown browser' },
  { userAgent: 'x'.repeat(100_000), browser: 'x'.repeat(100) },
])('$browser', ({ userAgent, browser }) => {
  expect(describeBrowser(userAgent)).toBe(browser)
})
