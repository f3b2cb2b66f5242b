import { Alert } from '@mantine/core'
import { useSearchParams } from 'react-router'
import classes from './settings.module.css'

/** Outcomes of connecting an account, by the query parameter that the server sets. */
const OUTCOMES = [
  { param: 'connected', color: 'teal', text: 'Your spreadsheets are connected.' },
  {
    param: 'not_connected',
    color: 'yellow',
    text: 'Your spreadsheets are not connected. Try again, and allow access to Google Sheets.',
  },
  {
    param: 'other_account',
    color: 'yellow',
    text: 'Your spreadsheets are not connected: you chose another account than the one you are signed in with. Try again with that one.',
  },
] as const

export function ConnectOutcome() {
  const [params, setParams] = useSearchParams()
  const outcome = OUTCOMES.find(({ param }) => params.has(param))
  if (!outcome) return null
  const close = () => setParams({}, { replace: true })
  return (
    <Alert
      color={outcome.color}
      role="status"
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
      classNames={{ closeButton: classes.close ?? '' }}
    >
      {outcome.text}
    </Alert>
  )
}
