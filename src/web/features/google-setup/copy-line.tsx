import { Button, CopyButton } from '@mantine/core'
import classes from './google-setup.module.css'

/** Text to paste elsewhere, with a button to copy it. `name` is its label. */
export function CopyLine({ name, text }: { name: string; text: string }) {
  return (
    <div className={classes.copied}>
      <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy} aria-label={`Copy ${name}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
