/**
 * Tracks writes that the provider may still apply although nobody waits for their answer: their node was lost, their run was
 * stopped, or their connection broke. The provider applies no write later than a fixed time after it was sent.
 */
export interface LateWrites {
  /** Adds the time until which a write of an earlier attempt may be applied. */
  inherit(landBy: Date | null): void
  /** Marks that the attempt may write at any time from now on. */
  begin(): void
  /** Marks that the attempt writes nothing until `begin` is called again: every write was answered or broke off. */
  end(): void
  /** Records that a write of this attempt got no answer. */
  brokeOff(): void
  /** Time until which a write may be applied if the node is lost and its lease ends at `leaseUntil`; null if none can. */
  boundFor(leaseUntil: Date): Date | null
  /** Time until which an unanswered write may be applied; null if none can. */
  readonly landBy: Date | null
}

/** `lateWriteMs` is the longest time from sending a write until the provider applies it. */
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
