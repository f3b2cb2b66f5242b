import { ShownOnce } from '../shown-once.tsx'

export interface CreatedToken {
  name: string
  token: string
}

interface Props {
  created: CreatedToken
  onClose: () => void
}

/** Shows a new token, for the only time. */
export function NewToken({ created: { name, token }, onClose }: Props) {
  return (
    <ShownOnce label="New API token" secret={token} onClose={onClose}>
      Copy the token ‘{name}’ now: <strong>it is not shown again</strong>.
    </ShownOnce>
  )
}
