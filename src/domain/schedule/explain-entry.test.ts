import { expect, test } from 'vitest'
import { dayProblem, timeProblem } from './explain-entry.ts'

test.each([
  ['4am', '04:00'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  ['4.30 P.M.', '16:30'],
  ['0400', '04:00'],
  ['16h', '16:00'],
  ['7', '07:00'],
])('%s is no time, and the error says to write %s', (text, time) => {
  expect(timeProblem(text)).toBe(`"${text}" is not a time: write ${time}`)
})

test.each(['25:00', 'noon', '13pm', '0am', '2575'])('what is meant by %s is not clear', (text) => {
  expect(timeProblem(text)).toBe(`"${text}" is not a time: write 24-hour times such as 04:00, separated by commas`)
})

test.each([
  ['Mon-Fri', 'Mon, Tue, Wed, Thu, Fri'],
  ['mon to wednesday', 'Mon, Tue, Wed'],
  ['Sat–Mon', 'Sat, Sun, Mon'],
  ['Thursday', 'Thu'],
  ['weekdays', 'Mon, Tue, Wed, Thu, Fri'],
  ['Weekend', 'Sat, Sun'],
])('%s is no day, and the error says to write %s', (text, days) => {
  expect(dayProblem(text)).toBe(`"${text}" is not a day: write ${days}`)
})

test.each(['daily', 'Mon-', 'Mo'])('no days are meant by %s', (text) => {
  expect(dayProblem(text)).toBe(
    `"${text}" is not a day: write days such as Mon, Tue, Wed, Thu, Fri, Sat, Sun, or nothing for every day`,
  )
})
