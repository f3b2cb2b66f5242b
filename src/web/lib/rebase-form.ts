interface Rebase<Values> {
  /** As they are in the form. */
  values: Values
  /** As they were when the form opened, and as they are stored now. */
  before: Values
  after: Values
  /** The value to keep if the form and somebody else changed a field. */
  keeps: 'mine' | 'theirs'
}

/** The values of a form, rebased on what somebody else has saved meanwhile. */
export function rebaseForm<Values extends object>({ values, before, after, keeps }: Rebase<Values>): Values {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const rebased = Object.entries(values).map(([field, mine]) => {
    if (mine === old[field]) return [field, now[field]]
    return [field, keeps === 'theirs' && now[field] !== old[field] ? now[field] : mine]
  })
  return Object.fromEntries(rebased) as Values
}
