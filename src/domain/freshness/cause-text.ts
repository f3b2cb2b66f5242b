import type { FreshnessCause } from '#contract/freshness.ts'

const texts: Readonly<Record<FreshnessCause, string>> = {
  held: 'its run is held',
  stopped: 'its last run was stopped',
  prerequisite: 'it waits for a prerequisite',
  failing: 'its last run did not succeed',
  waiting_for_quota: "its run waits for Google's quota",
  in_progress: 'its run has not ended',
  no_schedule: 'no run is planned in time',
}

/** Why a target is not fresh, as the end of a sentence. */
export function describeFreshnessCause(cause: FreshnessCause): string {
  return texts[cause]
}
