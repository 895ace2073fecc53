// Before the first paint, so that a dark screen never flashes white. The theme itself lives in theme.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('tenfold:theme')
  } catch {
    // Storage may be refused; the system's preference serves.
  }
  var dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
})()
