import { RelativeTime } from '../../shared/relative-time.tsx'

/** Age of the data at the end of a chain, at best. */
export function ChainAge({ asOf }: { asOf: string | null }) {
  if (asOf === null) return <>never copied to the end</>
  return (
    <>
      as of <RelativeTime at={asOf} />
    </>
  )
}
