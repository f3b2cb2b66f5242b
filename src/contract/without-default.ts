/* Values of a task that opts out of a default of its type. They are apart from the schemas, which pages load later. */

/** A task with so many minutes between its runs has no interval. */
export const NO_INTERVAL_MINUTES = 0
/** A task with this time promises none by which its target is fresh. */
export const NO_FRESH_BY = 'none'
/** A task with so many allowed minutes promises no age of its target. */
export const NO_FRESH_MINUTES = 0
