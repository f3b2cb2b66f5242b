import { useClipboard } from '@mantine/hooks'
import { IconBrandGoogle, IconCheck, IconCopy, IconExternalLink, IconLogin2 } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '#contract/api.ts'
import type { FixAction } from '#contract/fix-action.ts'
import { useAuth } from '../data/use-auth.ts'
import { paths } from '../lib/paths.ts'
import classes from './fix-button.module.css'

/** Link or button for the fix that the message of a failed run suggests. */
export function FixButton({ action }: { action: FixAction }) {
  switch (action.kind) {
    case 'open':
      return (
        <a className={classes.fix} href={action.url} target="_blank" rel="noreferrer">
          <IconExternalLink size={14} stroke={1.8} aria-hidden />
          {action.label}
        </a>
      )
    case 'share':
      return <CopyAddress address={action.address} />
    case 'connect':
      return <Connect address={action.address} />
    case 'connect_google':
      return (
        <Link className={classes.fix} to={paths.googleSetup}>
          <IconBrandGoogle size={14} stroke={1.8} aria-hidden />
          Connect Google
        </Link>
      )
  }
}

function CopyAddress({ address }: { address: string }) {
  const { copy, copied, error } = useClipboard()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <button type="button" className={classes.fix} onClick={() => copy(address)}>
      <Icon size={14} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
      <span className={classes.text} aria-live="polite">
        {copied ? 'Address copied' : error ? `Copy failed: ${address}` : `Copy ${address}`}
      </span>
    </button>
  )
}

/** Link to the page where the owner of an account, and nobody else, can connect it. */
function Connect({ address }: { address: string }) {
  const { user } = useAuth()
  if (user?.email === address) {
    return (
      <Link className={classes.fix} to={paths.access}>
        <IconBrandGoogle size={14} stroke={1.8} aria-hidden />
        Connect my spreadsheets
      </Link>
    )
  }
  const query = new URLSearchParams({ return_to: paths.access })
  return (
    <a className={classes.fix} href={`${api.auth.login.path}?${query}`}>
      <IconLogin2 size={14} stroke={1.8} aria-hidden />
      <span className={classes.text}>Sign in as {address} to connect</span>
    </a>
  )
}
