import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconExternalLink, IconLogin2 } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { api } from '#contract/api.ts'
import type { Cure } from '#contract/cure.ts'
import classes from './cure-action.module.css'

/** A link or button that does what the message of a failed run asks for. */
export function CureAction({ cure }: { cure: Cure }) {
  switch (cure.kind) {
    case 'open':
      return (
        <a className={classes.cure} href={cure.url} target="_blank" rel="noreferrer">
          <IconExternalLink size={14} stroke={1.8} aria-hidden />
          {cure.label}
        </a>
      )
    case 'share':
      return <CopyAddress address={cure.address} />
    case 'sign_in':
      return <SignInAs address={cure.address} />
  }
}

function CopyAddress({ address }: { address: string }) {
  const { copy, copied, error } = useClipboard()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <button type="button" className={classes.cure} onClick={() => copy(address)}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <span className={classes.text} aria-live="polite">
        {copied ? 'Address copied' : error ? `Copy failed: ${address}` : `Copy ${address}`}
      </span>
    </button>
  )
}

function SignInAs({ address }: { address: string }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams({ return_to: pathname + search })
  return (
    <a className={classes.cure} href={`${api.auth.login.path}?${query}`}>
      <IconLogin2 size={14} stroke={1.8} aria-hidden />
      <span className={classes.text}>Sign in as {address}</span>
    </a>
  )
}
