import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useAuth } from '../../data/use-auth.ts'
import { BrandName, Logo } from '../../ui/brand.tsx'
import { TabTitle } from '../../ui/tab-title.tsx'
import { type HomeCard, TAGLINE, VERSION_LABEL } from './home-card.ts'
import classes from './home-page.module.css'

// Loaded on demand, because visitors do not see it.
const SignedInHome = lazy(async () => ({ default: (await import('./overview/signed-in-home.tsx')).SignedInHome }))

/** The landing page. Signed-in users see the overview instead. */
export function HomePage({ cards }: { cards: readonly HomeCard[] }) {
  const { isAuthenticated } = useAuth()
  return (
    <>
      <TabTitle screen="Home" />
      {isAuthenticated ? (
        <Suspense fallback={null}>
          <SignedInHome cards={cards} />
        </Suspense>
      ) : (
        <Landing cards={cards} />
      )}
    </>
  )
}

function Landing({ cards }: { cards: readonly HomeCard[] }) {
  return (
    <Stack gap={40} className={classes.page}>
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
          {TAGLINE}
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
    </Stack>
  )
}
