const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** Describes a cron schedule with fixed times and weekdays, such as this app creates; null for any other schedule. */
export function describeCron(schedule: string): string | null {
  const { times, weekdays } = splitParts(schedule) ?? {}
  if (!times || !weekdays) return null
  const days = weekdays === '*' ? 'day' : LIST.format(weekdays.split(',').map((day) => DAYS[Number(day)] ?? ''))
  return `Every ${days} at ${LIST.format(times)}`
}

/** Lists the times of a daily schedule as HH:MM; empty for any other schedule. */
export function listTimes(schedule: string): string[] {
  return splitParts(schedule)?.times ?? []
}

function splitParts(schedule: string): { times: string[]; weekdays: string } | undefined {
  const [minutes, hours, ofMonth, months, weekdays, ...others] = schedule.trim().split(/\s+/)
  if (!minutes || !hours || !weekdays || ofMonth !== '*' || months !== '*' || others.length > 0) return undefined
  if (!/^(\*|[0-6](,[0-6])*)$/.test(weekdays)) return undefined
  if (!/^\d{1,2}$/.test(minutes) || !/^\d{1,2}(,\d{1,2})*$/.test(hours)) return undefined
  const twoDigits = (part: string) => part.padStart(2, '0')
  return { times: hours.split(',').map((hour) => `${twoDigits(hour)}:${twoDigits(minutes)}`), weekdays }
}
