import Bowser from 'bowser'

const MAX_USER_AGENT_LENGTH = 500
const MAX_LENGTH = 100

/** Describes a browser and its operating system for users, such as `Firefox on Windows`. */
export function describeBrowser(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const name = browser.name || userAgent.split(/[ /]/, 1)[0] || 'Unknown browser'
  return (os.name ? `${name} on ${os.name}` : name).slice(0, MAX_LENGTH)
}
