export default function Page() {
  return <p>Bare page</p>;
}
