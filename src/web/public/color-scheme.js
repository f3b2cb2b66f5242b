// Sets the remembered colour scheme before the first paint, which the app itself comes too late for.
{
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}
