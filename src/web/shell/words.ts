// Interface text for the page around the views: banner, header, tabs, welcome and error pages.

export const product = 'Tenfold'
export const logIn = 'Log in'
export const logOut = 'Log out'
export const navigation = 'Account and actions'
export const search = 'Search'
export const categories = 'Categories'
export const templates = 'Templates'
export const addTask = 'Add Task'
export const add = 'Add'
export const lightTheme = 'Switch to the light theme'
export const darkTheme = 'Switch to the dark theme'
export const backToTasks = 'Back to your tasks'

export const views = 'Views'
export const priorityView = 'Priority View'
export const timeline = 'Timeline'
export const completed = 'Completed'
export const shortcuts = 'Keyboard shortcuts'
export const tasksNotLoaded = 'Couldn’t load your tasks.'
export const loadingTasks = 'Loading tasks...'
export const loadingCompleted = 'Loading completed tasks...'
export const taskNotFound = 'This task doesn’t exist. If it was deleted, look in the trash.'
export const taskNotOpened = 'Couldn’t open the task. Try again.'

/** Names of parts in "Couldn’t load the form." */
export const parts = {
  timeline: 'the timeline',
  completed: 'the completed tasks',
  form: 'the form',
  details: 'the details',
  canvas: 'the work canvas',
  categories: 'the categories',
  templates: 'the templates',
  shortcuts: 'the shortcuts',
  palette: 'the search',
}

/** Source: specification 1. */
export const principles = [
  'Clear Goals',
  'Immediate Feedback',
  'Challenge-Skills Balance',
  'Deep Focus & Elimination of Distractions',
  'Curiosity & Passion',
  'Autonomy & Intrinsic Motivation',
  'High Consequences (Risk-Taking)',
  'Rich, Engaging Environment',
]
export const banner = 'Principles of flow'
export const pauseBanner = 'Pause banner'
export const resumeBanner = 'Resume banner'
export const hideBanner = 'Hide the banner'
export const bannerHidden = 'Banner hidden. Bring it back from the account menu.'
export const bannerShown = 'Banner shown.'

/** Source: specification 2. */
export const welcome = 'Welcome to Tenfold'
export const welcomeText = 'Organize your tasks with dynamic priority visualization'
export const signIn = 'Sign in to continue'
export const priorityTitle = 'Visual Priority Management'
export const priorityText = 'Tasks visually scaled by importance'
export const timelineTitle = 'Timeline Visualization'
export const timelineText = 'See your tasks in a Gantt chart view'
export const categoryTitle = 'Category Organization'
export const categoryText = 'Organize tasks by category and projects'

export const notFoundTab = 'Page not found'
/** Source: specification 2. */
export const notFound = '404 Page Not Found'
export const notFoundHint = 'Did you forget to add the page to the router?'

export const awayTab = 'Data unavailable'
export const away = 'Tenfold can’t reach its data right\u00A0now.'
export const retrying = 'Trying again…'
export const retry = 'Try again'
