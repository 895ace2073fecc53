// Runs before the first paint and before any module loads. Sets the theme, so that a dark screen never flashes white
// (theme.ts owns the theme), and prefetches what the page needs.
;(function () {
  var chosen = read('tenfold:theme')
  var dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)

  var kept = parse(read('tenfold:kept'))
  // Without the server, the service worker sends a page with an empty tenfold-entrance tag.
  var entrance = parse(meta('tenfold-entrance')) || (kept && kept.entrance) || { isDataAway: true }
  var user = entrance.user
  var home = user ? 'board' : 'welcome'
  var page = entrance.isDataAway ? 'away' : location.pathname === '/' ? home : location.pathname.slice(1)
  var files = (parse(meta('tenfold-files')) || {})[page] || []
  for (var i = 0; i < files.length; i++) fetchAhead(files[i])
  if (page === 'board') askAhead()

  /** Requests the board's data; early-answers.ts passes on the responses. The Completed view needs no task list. */
  function askAhead() {
    globalThis.tenfoldEarly = { '/api/categories': ask('/api/categories') }
    if (new URLSearchParams(location.search).get('view') === 'completed') return
    var isKept = kept && kept.userId === user.id && Number.isSafeInteger(kept.change)
    var path = isKept ? '/api/tasks?since=' + kept.change : '/api/tasks?completed=false&fields=board'
    globalThis.tenfoldEarly[path] = ask(path)
  }

  /** @param {string} path */
  function ask(path) {
    // The first use of Intl takes tens of ms, so it is only a fallback.
    var zone =
      typeof Temporal === 'object'
        ? Temporal.Now.timeZoneId()
        : Intl.DateTimeFormat().resolvedOptions().timeZone
    var headers = { accept: 'application/json', 'x-time-zone': zone, 'x-user': user.id }
    var answer = fetch(path, { credentials: 'same-origin', headers: headers })
    // The code that uses the response handles failures.
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
      // Storage can be blocked.
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
