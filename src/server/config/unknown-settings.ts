import { editDistance } from '#domain/edit-distance.ts'

/** Unknown variable that looks like a setting. */
export interface UnknownSetting {
  readonly name: string
  /** Setting that was probably meant. */
  readonly meant: string | undefined
}

/** First words that variables of other programs share. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'DATA',
  'DATABASE',
  'DRIVE',
  'GOOGLE',
  'LOG',
  'OTEL',
  'PROJECT',
  'PUBLIC',
  'REQUEST',
  'SESSION',
  'TOKEN',
])
/** Kubernetes sets variables with these names in each container for every service, such as `smtp`. */
const SERVICE_NAMES = ['_SERVICE_HOST', '_SERVICE_PORT', '_TCP', '_UDP']
const SERVICE_ADDRESS = /^(tcp|udp):/
const MAX_TYPOS = 2
const LETTERS_PER_TYPO = 4

/** Finds variables probably meant as settings: names similar to a setting, or with a prefix that only settings have. */
export function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): UnknownSetting[] {
  const firstWords = new Set(
    known.flatMap((name) => {
      const [word = '', ...others] = name.split('_')
      return others.length > 0 && !COMMON_WORDS.has(word) ? [word] : []
    }),
  )
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && !isOfService(name, environment[name]))
    .map((name) => ({ name, meant: settingMeantBy(name, { known, firstWords }) }))
    .filter(({ name, meant }) => meant !== undefined || firstWords.has(splitWords(name)[0] ?? ''))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

interface Settings {
  readonly known: readonly string[]
  readonly firstWords: ReadonlySet<string>
}

function settingMeantBy(name: string, { known, firstWords }: Settings): string | undefined {
  const written = name.toUpperCase()
  const typos = Math.min(MAX_TYPOS, Math.floor(written.length / LETTERS_PER_TYPO))
  const [nearest] = known
    .map((setting) => ({ setting, distance: editDistance(written, setting) }))
    .filter(({ distance }) => distance <= typos)
    .sort((one, other) => one.distance - other.distance)
  if (nearest) return nearest.setting
  const [first = '', ...others] = splitWords(written)
  if (!firstWords.has(first) || others.length === 0) return undefined
  return known.find((setting) => {
    const words = splitWords(setting)
    return words[0] === first && others.every((word) => words.includes(word))
  })
}

function splitWords(name: string): string[] {
  return name.split('_')
}

function isOfService(name: string, value = ''): boolean {
  return SERVICE_NAMES.some((part) => name.includes(part)) || SERVICE_ADDRESS.test(value)
}
