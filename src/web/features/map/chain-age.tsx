import { RelativeTime } from '../../shared/relative-time.tsx'

/** How old the end of a chain is at best. */
export function ChainAge({ asOf }: { asOf: string | null }) {
  if (asOf === null) return <>never copied to the end</>
  return (
    <>
      as of <RelativeTime at={asOf} />
    </>
  )
}
