interface Rebase<Values> {
  /** Current values in the form. */
  values: Values
  /** Values when the form opened, and values stored now. */
  before: Values
  after: Values
  /** Value to keep if both the form and somebody else changed a field. */
  keeps: 'mine' | 'theirs'
}

/** Rebases the values of a form on changes that somebody else has saved meanwhile. */
export function rebaseForm<Values extends object>({ values, before, after, keeps }: Rebase<Values>): Values {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const rebased = Object.entries(values).map(([field, mine]) => {
    if (mine === old[field]) return [field, now[field]]
    return [field, keeps === 'theirs' && now[field] !== old[field] ? now[field] : mine]
  })
  return Object.fromEntries(rebased) as Values
}
