// Applies the saved color scheme and density before the first paint; the app itself starts too late for that.
{
  const { dataset } = document.documentElement
  const saved = localStorage.getItem('mantine-color-scheme-value')
  const isDark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  dataset.density = localStorage.getItem('nano-sync-density') === 'compact' ? 'compact' : 'comfortable'
}
