export { CategoryFilter } from './category-filter.tsx'
export { ProjectFilter } from './project-filter.tsx'
