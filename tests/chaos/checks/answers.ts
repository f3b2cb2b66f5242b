import { type Check, formatTime, type Records } from '../records.ts'

/** A node that cannot do its work answers 503, never another server error. */
export function checkAnswers({ calls }: Records): Check {
  const wrong = calls.filter(({ httpStatus = 0 }) => httpStatus >= 500 && httpStatus !== 503)
  return {
    promise: 'No call is answered with a server error other than 503',
    seen: calls.length,
    problems: wrong.map(
      ({ action, answeredAt, httpStatus, body }) => `${formatTime(answeredAt)} ${action}: ${httpStatus} ${body}`,
    ),
  }
}
