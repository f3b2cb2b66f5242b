import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appInfoQuery } from '../../data/app-info.ts'

const SHORT_COMMIT = 12

/** The server's version and build; nothing for a server that does not report them. */
export function About() {
  const { data: info } = useQuery(appInfoQuery())
  if (!info) return null
  const built = info.built_at === undefined ? 'running from its sources' : `built on ${info.built_at.slice(0, 10)}`
  const commit = info.commit === undefined ? '' : ` from commit ${info.commit.slice(0, SHORT_COMMIT)}`
  return (
    <section aria-label="About">
      <Text size="sm" c="dimmed">
        Nano Sync {info.version}, {built}
        {commit}
      </Text>
    </section>
  )
}
