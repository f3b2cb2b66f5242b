// Sets the remembered colour scheme and density before the first paint, which the app itself comes too late for.
{
  const { dataset } = document.documentElement
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  dataset.density = localStorage.getItem('nano-sync-density') === 'compact' ? 'compact' : 'comfortable'
}
