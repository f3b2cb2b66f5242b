import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { IconHome } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useAuth } from '../../data/use-auth.ts'
import { BrandName, Logo } from '../../ui/brand.tsx'
import { TabTitle } from '../../ui/tab-title.tsx'
import classes from './home-page.module.css'

// Loaded on demand: visitors do not see it.
const Overview = lazy(async () => ({ default: (await import('./overview/overview.tsx')).Overview }))

const VERSION_LABEL = '3.0.0'

interface HomeCard {
  path: string
  label: string
  Icon: typeof IconHome
  text: string
}

/** The landing page. For signed-in users, it also has an overview of what happened and what comes next. */
export function HomePage({ cards }: { cards: readonly HomeCard[] }) {
  const { isAuthenticated } = useAuth()
  return (
    <Stack gap={isAuthenticated ? 28 : 40} className={classes.page} data-overview={isAuthenticated || undefined}>
      <TabTitle screen="Home" />
      <header className={classes.hero}>
        <Logo size={48} />
        <Group gap="sm" justify="center">
          <Title order={1} className={classes.heading}>
            <BrandName />
          </Title>
          <Badge variant="default" size="lg">
            {VERSION_LABEL}
          </Badge>
        </Group>
        <Text c="dimmed" size="lg">
          Sync all your spreadsheets data
        </Text>
      </header>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {cards.map(({ path, label, Icon, text }) => (
          <Card key={path} component={Link} to={path} padding="lg" className={classes.card}>
            <Group gap="sm" mb={6}>
              <span className={classes.icon}>
                <Icon size={22} stroke={1.6} aria-hidden />
              </span>
              <Title order={2} size="h4">
                {label}
              </Title>
            </Group>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      {isAuthenticated && (
        <Suspense fallback={null}>
          <Overview />
        </Suspense>
      )}
    </Stack>
  )
}
