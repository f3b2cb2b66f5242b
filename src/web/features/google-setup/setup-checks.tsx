import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { GoogleSetup, SetupCheck } from '#contract/google-setup.ts'
import { pluralize } from '#domain/pluralize.ts'
import { useAction } from '../../lib/action.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import classes from './google-setup.module.css'

const looks: Readonly<Record<SetupCheck['state'], { Icon: typeof IconCircleCheck; label: string }>> = {
  ok: { Icon: IconCircleCheck, label: 'OK' },
  warning: { Icon: IconAlertTriangle, label: 'Note' },
  failed: { Icon: IconCircleX, label: 'Failed' },
  waiting: { Icon: IconCircleDashed, label: 'Waiting' },
}

interface Props {
  setup: GoogleSetup
  isChecking: boolean
  onCheck: () => Promise<unknown>
}

/** Requirements of the connection, each with a check mark or the next step. */
export function SetupChecks({ setup, isChecking, onCheck }: Props) {
  const { checks } = setup
  const { isPending, act } = useAction(['check-google-setup'], onCheck)
  return (
    <Card component="section" padding="md" aria-labelledby="google-checks">
      <Group justify="space-between" gap="sm" mb="sm">
        <div>
          <Title order={2} size="h5" id="google-checks">
            Checks
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {describeChecks(setup)}
          </Text>
        </div>
        <ActionButton variant="default" size="xs" isPending={isPending || isChecking} onPress={act}>
          Check again
        </ActionButton>
      </Group>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ul>
    </Card>
  )
}

function describeChecks({ checks, spreadsheets }: GoogleSetup): string {
  const failures = checks.filter(({ state }) => state === 'failed').length
  if (failures > 0) return `${pluralize(failures, 'check')} failed. Checked again every few seconds.`
  if (spreadsheets === 'embedded') return 'Not connected: built-in spreadsheets are used.'
  return checks.some(({ state }) => state === 'waiting') ? 'No check failed, and some wait.' : 'All checks passed.'
}

function CheckLine({ check: { title, state, text, link } }: { check: SetupCheck }) {
  const { Icon, label } = looks[state]
  return (
    <li className={classes.check} data-state={state}>
      <Icon size={18} role="img" aria-label={label} className={classes.sign} />
      <div className={classes.finding}>
        <span className={classes.checkTitle}>{title}</span>
        <span>
          {text}{' '}
          {link && (
            <Anchor href={link.url} target="_blank" rel="noreferrer" inherit underline="always">
              {link.label}
            </Anchor>
          )}
        </span>
      </div>
    </li>
  )
}
