/**
 * Writes of a task's attempts the provider may still apply although nobody waits for their answer any more: their node
 * was lost, their run was stopped, or their connection broke. They end some time after they were sent.
 */
export interface LateWrites {
  /** Until when a write of an earlier attempt may be applied. */
  inherit(landBy: Date | null): void
  /** From here on the attempt may write at any time. */
  begin(): void
  /** Until it begins again, the attempt writes nothing: every write was answered, or has broken off. */
  end(): void
  /** A write of this attempt was not answered. */
  brokeOff(): void
  /** Until when a write may be applied if the node is lost and its lease ends then; null if none can. */
  boundFor(leaseUntil: Date): Date | null
  /** Until when an unanswered write may be applied; null when none can. */
  readonly landBy: Date | null
}

/** `lateWriteMs` is how long after it was sent a write may be applied. */
export function trackLateWrites({ lateWriteMs, now }: { lateWriteMs: number; now: () => Date }): LateWrites {
  let landByMs = 0
  let isWriting = false
  const landBy = () => (landByMs > now().getTime() ? new Date(landByMs) : null)
  return {
    inherit(landBy) {
      landByMs = Math.max(landByMs, landBy?.getTime() ?? 0)
    },
    begin() {
      isWriting = true
    },
    end() {
      isWriting = false
    },
    brokeOff() {
      landByMs = Math.max(landByMs, now().getTime() + lateWriteMs)
    },
    boundFor: (leaseUntil) => (isWriting ? new Date(Math.max(landByMs, leaseUntil.getTime() + lateWriteMs)) : landBy()),
    get landBy() {
      return landBy()
    },
  }
}
