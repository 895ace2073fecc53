// Runs before the first paint and before any module has come. It sets the theme, so that a dark screen never flashes
// white (the theme itself lives in theme.ts), and asks for what the page is going to need.
;(function () {
  var chosen = read('tenfold:theme')
  var dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)

  var user = (parse(meta('tenfold-entrance')) || {}).user
  var page = location.pathname === '/' ? (user ? 'board' : 'welcome') : location.pathname.slice(1)
  var files = (parse(meta('tenfold-files')) || {})[page] || []
  for (var i = 0; i < files.length; i++) fetchAhead(files[i])
  if (page === 'board') askAhead()

  /** Who is signed out, or sees what was completed, needs no list. What is asked here is taken by early-answers.ts. */
  function askAhead() {
    globalThis.tenfoldEarly = { '/api/categories': ask('/api/categories') }
    if (new URLSearchParams(location.search).get('view') === 'completed') return
    var kept = parse(read('tenfold:kept'))
    var isKept = kept && kept.userId === user.id && Number.isSafeInteger(kept.change)
    var path = isKept ? '/api/tasks?since=' + kept.change : '/api/tasks?completed=false'
    globalThis.tenfoldEarly[path] = ask(path)
  }

  /** @param {string} path */
  function ask(path) {
    // The first use of Intl takes the browser tens of ms, so it is asked only where there is nothing else.
    var zone =
      typeof Temporal === 'object'
        ? Temporal.Now.timeZoneId()
        : Intl.DateTimeFormat().resolvedOptions().timeZone
    var headers = { accept: 'application/json', 'x-time-zone': zone }
    var answer = fetch(path, { credentials: 'same-origin', headers: headers })
    // Whoever takes it hears of a failure.
    answer.catch(function () {})
    return answer
  }

  /** @param {string} file */
  function fetchAhead(file) {
    var link = document.createElement('link')
    var isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }

  /** @param {string} name */
  function meta(name) {
    var element = document.querySelector('meta[name="' + name + '"]')
    return element ? element.getAttribute('content') : null
  }

  /** @param {string} key */
  function read(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage may be refused; the system's preference serves, and nothing was kept.
      return null
    }
  }

  /** @param {string | null} text */
  function parse(text) {
    try {
      return text ? JSON.parse(text) : null
    } catch {
      return null
    }
  }
})()
