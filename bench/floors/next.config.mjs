// Next also looks for `middleware` and `instrumentation` in parent folders and would build ours, so these files have
// other extensions.
export default { poweredByHeader: false, pageExtensions: ["floor.jsx", "floor.js"] };
