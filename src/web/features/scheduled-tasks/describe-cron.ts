/** Describes a cron schedule that runs daily at fixed times, as this app's schedules do; null for any other. */
export function describeCron(schedule: string): string | null {
  const [minutes, hours, ...days] = schedule.trim().split(/\s+/)
  if (days.join(' ') !== '* * *' || !minutes || !hours) return null
  if (!/^\d{1,2}$/.test(minutes) || !/^\d{1,2}(,\d{1,2})*$/.test(hours)) return null
  const times = hours.split(',').map((hour) => `${hour.padStart(2, '0')}:${minutes.padStart(2, '0')}`)
  return `Every day at ${new Intl.ListFormat('en', { type: 'conjunction' }).format(times)}`
}
