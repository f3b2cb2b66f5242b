const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** Describes a cron schedule with fixed times and days of the week, as this app's schedules are; null for any other. */
export function describeCron(schedule: string): string | null {
  const [minutes, hours, ofMonth, months, weekdays, ...others] = schedule.trim().split(/\s+/)
  if (!minutes || !hours || !weekdays || ofMonth !== '*' || months !== '*' || others.length > 0) return null
  if (!/^(\*|[0-6](,[0-6])*)$/.test(weekdays)) return null
  if (!/^\d{1,2}$/.test(minutes) || !/^\d{1,2}(,\d{1,2})*$/.test(hours)) return null
  const times = hours.split(',').map((hour) => `${hour.padStart(2, '0')}:${minutes.padStart(2, '0')}`)
  const days = weekdays === '*' ? 'day' : LIST.format(weekdays.split(',').map((day) => DAYS[Number(day)] ?? ''))
  return `Every ${days} at ${LIST.format(times)}`
}
