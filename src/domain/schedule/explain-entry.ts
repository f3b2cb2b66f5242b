import { TimeOfDay } from '#contract/field.ts'
import { WEEKDAYS, type Weekday } from '#contract/schedule-days.ts'

const MAX_QUOTE_LENGTH = 40
const TWELVE_HOURS = /^(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\.?$/i
const OTHER_CLOCK = /^(\d{1,2})(?:[.h]?(\d{2})|[.h])?$/i
const RANGE = /^(\w{3,9}) ?(?:-|–|to) ?(\w{3,9})$/i

/** Why a text is not a time of day, and how to write it: '"4am" is not a time: write 04:00'. */
export function timeProblem(text: string): string {
  const meant = timeMeant(text.trim())
  const fix = meant ?? '24-hour times such as 04:00, separated by commas'
  return `${quote(text)} is not a time: write ${fix}`
}

/** Why a text is not a day of the week, and how to write it: '"Sat-Sun" is not a day: write Sat, Sun'. */
export function dayProblem(text: string): string {
  const meant = daysMeant(text.trim())
  const fix = meant ? meant.join(', ') : `days such as ${WEEKDAYS.join(', ')}, or nothing for every day`
  return `${quote(text)} is not a day: write ${fix}`
}

/** Time meant by `4am`, `4.30 pm`, `0400` or `16h`; undefined if unclear. */
function timeMeant(text: string): string | undefined {
  const twelve = TWELVE_HOURS.exec(text)
  if (twelve) {
    const [, hour = '', minutes = '00', half = ''] = twelve
    if (Number(hour) < 1 || Number(hour) > 12) return undefined
    return readTime((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minutes)
  }
  const [, hour, minutes = '00'] = OTHER_CLOCK.exec(text) ?? []
  return hour === undefined ? undefined : readTime(Number(hour), minutes)
}

function readTime(hour: number, minutes: string): string | undefined {
  return TimeOfDay.safeParse(`${hour}:${minutes}`).data
}

/** Days meant by `Monday`, `Mon-Fri` or `weekdays`; undefined if unclear. */
function daysMeant(text: string): readonly Weekday[] | undefined {
  if (/^weekdays?$/i.test(text)) return WEEKDAYS.slice(0, 5)
  if (/^weekends?$/i.test(text)) return WEEKDAYS.slice(5)
  const range = RANGE.exec(text)
  const [first, last] = range ? [dayMeant(range[1]), dayMeant(range[2])] : [dayMeant(text), dayMeant(text)]
  if (first === undefined || last === undefined) return undefined
  // A range may wrap around the end of the week.
  const inOrder = [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)]
  return inOrder.slice(0, ((last - first + WEEKDAYS.length) % WEEKDAYS.length) + 1)
}

/** Finds the index of a day in the week by its full or shortened name. */
function dayMeant(name = ''): number | undefined {
  const index = DAY_NAMES.findIndex((day) => name.length >= 3 && day.startsWith(name.toLowerCase()))
  return index === -1 ? undefined : index
}

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

function quote(text: string): string {
  return text.length > MAX_QUOTE_LENGTH ? `"${text.slice(0, MAX_QUOTE_LENGTH)}…"` : `"${text}"`
}
